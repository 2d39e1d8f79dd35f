<?php
// Answers package internal/testing/oracle with the host that parse_url reads.
echo PHP_VERSION, "\n";
while (($line = fgets(STDIN)) !== false) {
    $parts = parse_url(hex2bin(explode(' ', rtrim($line, "\n"))[1]));
    echo $parts === false ? '!' : '=' . bin2hex($parts['host'] ?? ''), "\n";
}
