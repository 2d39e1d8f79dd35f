<?php
// Asks PHP's parse_url, as package internal/testing/oracle describes. The fields are scheme, user, pass, host, port,
// path, query and fragment.
echo PHP_VERSION, "\t", PHP_OS, "\n";
while (($line = fgets(STDIN)) !== false) {
    $url = hex2bin(explode(' ', rtrim($line, "\n"))[1]);
    $parts = parse_url($url);
    if ($parts === false) {
        echo "!\n";
        continue;
    }
    $fields = [];
    foreach (['scheme', 'user', 'pass', 'host', 'port', 'path', 'query', 'fragment'] as $key) {
        $fields[] = isset($parts[$key]) ? '=' . bin2hex((string) $parts[$key]) : '-';
    }
    echo implode("\t", $fields), "\n";
}
