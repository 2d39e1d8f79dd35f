/* Asks libcurl's URL parser, as package internal/testing/oracle describes.
 *
 *   cc -o oracle oracle.c -lcurl
 *
 * The fields are scheme, user, password, options, host, zone, port, path, query,
 * fragment, and the whole URL. A URL with a base is a redirect from the base.
 */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c)
{
  return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* unhex converts pairs of hexadecimal digits to text, in place. */
static void unhex(char *s)
{
  char *to = s;
  for(; *s; s += 2)
    *to++ = (char)(16 * digit(s[0]) + digit(s[1]));
  *to = 0;
}

static void answer(CURLU *u, CURLUPart part)
{
  char *text = NULL;
  const char *p;
  if(curl_url_get(u, part, &text, 0) || !text)
    putchar('-');
  else {
    putchar('=');
    for(p = text; *p; p++)
      printf("%02x", (unsigned char)*p);
  }
  curl_free(text);
}

int main(void)
{
  static const CURLUPart parts[] = {
    CURLUPART_SCHEME, CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS,
    CURLUPART_HOST, CURLUPART_ZONEID, CURLUPART_PORT, CURLUPART_PATH,
    CURLUPART_QUERY, CURLUPART_FRAGMENT, CURLUPART_URL };
  const size_t n = sizeof(parts) / sizeof(parts[0]);
  const unsigned int own = CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME;
  const unsigned int redirect = CURLU_URLENCODE | CURLU_ALLOW_SPACE;
  const curl_version_info_data *about = curl_version_info(CURLVERSION_NOW);
  char *line = NULL;
  size_t size = 0, i;
  printf("%s\t%s\n", about->version, about->host);
  fflush(stdout);
  while(getline(&line, &size, stdin) > 0) {
    CURLU *u = curl_url();
    CURLUcode code = CURLUE_OK;
    char *base = line, *url = strchr(line, ' ');
    *url++ = 0;
    url[strcspn(url, "\n")] = 0;
    unhex(url);
    if(*base == '-')
      code = curl_url_set(u, CURLUPART_URL, url, own);
    else {
      unhex(++base);
      code = curl_url_set(u, CURLUPART_URL, base, own);
      if(!code)
        code = curl_url_set(u, CURLUPART_URL, url, redirect);
    }
    if(code)
      putchar('!');
    else
      for(i = 0; i < n; i++) {
        if(i)
          putchar('\t');
        answer(u, parts[i]);
      }
    putchar('\n');
    fflush(stdout);
    curl_url_cleanup(u);
  }
  return 0;
}
