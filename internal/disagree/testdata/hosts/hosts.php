<?php
// Answers package internal/testing/oracle with the host that parse_url reads, or the class that the argument names.
echo PHP_VERSION, "\n";
$host = match ($argv[1] ?? 'parse_url') {
    'parse_url' => fn ($url) => ($parts = parse_url($url)) === false ? null : $parts['host'] ?? '',
    'Uri\Rfc3986\Uri' => fn ($url) => ($uri = Uri\Rfc3986\Uri::parse($url)) === null ? null : $uri->getHost() ?? '',
    'Uri\WhatWg\Url' => fn ($url) => ($url = Uri\WhatWg\Url::parse($url)) === null ? null : $url->getAsciiHost() ?? '',
};
while (($line = fgets(STDIN)) !== false) {
    $name = $host(hex2bin(explode(' ', rtrim($line, "\n"))[1]));
    echo $name === null ? '!' : '=' . bin2hex($name), "\n";
}
