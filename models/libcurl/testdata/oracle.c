/* Asks libcurl what it makes of URLs, for judge_test.go.
 *
 *   cc -o judge judge.c -lcurl
 *
 * It first writes the release. A line of input is a base after "=", or "-" for
 * none, and a URL, both in hexadecimal. The line that answers is the code, and if that is 0
 * the parts in hexadecimal, "-" for one that is absent: scheme, user, password,
 * options, host, zone, port, path, query, fragment, and the whole URL.
 */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *unhex(const char *s)
{
  size_t n = strlen(s) / 2, i;
  char *out = malloc(n + 1);
  for(i = 0; i < n; i++) {
    unsigned int c;
    sscanf(s + 2 * i, "%2x", &c);
    out[i] = (char)c;
  }
  out[n] = 0;
  return out;
}

static void answer(CURLU *u, CURLUPart part)
{
  char *text = NULL;
  if(curl_url_get(u, part, &text, 0) || !text)
    fputs("\t-", stdout);
  else {
    const unsigned char *p;
    putchar('\t');
    for(p = (const unsigned char *)text; *p; p++)
      printf("%02x", *p);
  }
  curl_free(text);
}

int main(void)
{
  static const CURLUPart parts[] = {
    CURLUPART_SCHEME, CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS,
    CURLUPART_HOST, CURLUPART_ZONEID, CURLUPART_PORT, CURLUPART_PATH,
    CURLUPART_QUERY, CURLUPART_FRAGMENT, CURLUPART_URL };
  char *line = NULL;
  size_t size = 0, i;
  printf("%s\n", curl_version_info(CURLVERSION_NOW)->version);
  fflush(stdout);
  while(getline(&line, &size, stdin) > 0) {
    CURLU *u = curl_url();
    char *base, *url, *b = strtok(line, " \n"), *r = strtok(NULL, "\n");
    CURLUcode code = 0;
    int redirect = strcmp(b, "-") != 0;
    url = unhex(r ? r : "");
    if(redirect) {
      base = unhex(b + 1);
      code = curl_url_set(u, CURLUPART_URL, base,
                          CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME);
      free(base);
    }
    if(!code)
      code = curl_url_set(u, CURLUPART_URL, url, redirect ?
                          CURLU_URLENCODE | CURLU_ALLOW_SPACE :
                          CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME);
    printf("%d", (int)code);
    if(!code)
      for(i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        answer(u, parts[i]);
    putchar('\n');
    fflush(stdout);
    free(url);
    curl_url_cleanup(u);
  }
  return 0;
}
