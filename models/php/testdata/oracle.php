<?php
// Asks PHP's parse_url, or the class that the first argument names, as package internal/testing/oracle describes. PHP 7.4 runs it too.
$ask = [
    // The fields are scheme, user, pass, host, port, path, query and fragment.
    'parse_url' => function ($url) {
        $parts = parse_url($url);
        return $parts === false ? false : array_map(fn ($key) => $parts[$key] ?? null,
            ['scheme', 'user', 'pass', 'host', 'port', 'path', 'query', 'fragment']);
    },
    // The fields are the values of the getters, toString and the values of the raw getters. With a base it is toString.
    'Uri\Rfc3986\Uri' => function ($url, $base) {
        if ($base !== null) {
            return [(new Uri\Rfc3986\Uri($base))->resolve($url)->toString()];
        }
        $uri = new Uri\Rfc3986\Uri($url);
        return [
            $uri->getScheme(), $uri->getUserInfo(), $uri->getUsername(), $uri->getPassword(), $uri->getHost(), $uri->getPort(),
            $uri->getPath(), $uri->getQuery(), $uri->getFragment(), $uri->toString(),
            $uri->getRawScheme(), $uri->getRawUserInfo(), $uri->getRawUsername(), $uri->getRawPassword(), $uri->getRawHost(),
            $uri->getRawPath(), $uri->getRawQuery(), $uri->getRawFragment(),
        ];
    },
    // The fields are the values of the getters, and toAsciiString. With a base it is toAsciiString.
    'Uri\WhatWg\Url' => function ($url, $base) {
        if ($base !== null) {
            return [(new Uri\WhatWg\Url($base))->resolve($url)->toAsciiString()];
        }
        $url = new Uri\WhatWg\Url($url);
        return [
            $url->getScheme(), $url->getUsername(), $url->getPassword(), $url->getAsciiHost(), $url->getPort(),
            $url->getPath(), $url->getQuery(), $url->getFragment(), $url->toAsciiString(),
        ];
    },
][$argv[1] ?? 'parse_url'];
ini_set('memory_limit', -1); // of lists of soft errors
echo PHP_VERSION, "\t", PHP_OS, "\n";
while (($line = fgets(STDIN)) !== false) {
    [$base, $url] = explode(' ', rtrim($line, "\n"));
    try {
        $fields = $ask(hex2bin($url), $base === '-' ? null : hex2bin(substr($base, 1)));
    } catch (Uri\UriException $e) {
        $fields = false;
    }
    echo $fields === false ? '!' : implode("\t", array_map(fn ($f) => $f === null ? '-' : '=' . bin2hex((string) $f), $fields)), "\n";
}
