/** The names of all dialects. */
export const dialects: readonly string[];

/**
 * Reads a URL in several dialects and reports where they disagree, as the command `earl audit --json` does.
 *
 * @param url any text; a lone surrogate is read as U+FFFD
 * @param dialects such as `["whatwg", "urllib@3.9"]`; by default those of the command
 * @param base the URL against which each dialect resolves the URL first
 * @throws RangeError if a dialect is unknown
 */
export function audit(url: string, dialects?: readonly string[], base?: string): Report;

/**
 * Returns the URL if a policy accepts it. A check looks up no names, so check the address of the connection too.
 *
 * @param policy by default "web"
 * @param base the URL that redirected, if the URL is a reference
 * @throws URLError with the finding as `rule` if the policy rejects the URL
 */
export function check(url: string, policy?: Policy, base?: string): string;

/**
 * Returns the components of a URL in one dialect.
 *
 * @param dialect by default "rfc3986"
 * @param base the URL against which the dialect resolves the URL first
 * @throws URLError if the dialect rejects the URL, RangeError if the dialect is unknown
 */
export function parse(url: string, dialect?: string, base?: string): Reading;

/**
 * Resolves a reference against a base.
 *
 * @param dialect by default "rfc3986"
 * @throws URLError if the dialect rejects one of them, RangeError if the dialect is unknown
 */
export function join(base: string, reference: string, dialect?: string): string;

export type Policy = "web" | "strict" | "webhook" | "intranet";

/** A URL that a policy or a dialect rejects. The message has no password. */
export class URLError extends Error implements ReadingError {
  readonly kind: string;
  readonly component: string | null;
  readonly offset: number | null;
  readonly rule: string | null;
}

export interface Report {
  input: string;
  ok: true;
  /** The severity of the worst finding. */
  worst: Severity | null;
  /** The parts in which the dialects differ, such as "host". */
  differ: string[];
  dialects: Reading[];
  findings: Finding[];
}

export type Severity = "info" | "low" | "medium" | "high";

/** A component is null if it is absent, or if the dialect does not have it. */
export interface Reading {
  dialect: string;
  release: string | null;
  /** Whether the dialect accepts the URL. If not, there is only an error. */
  ok: boolean;
  error?: ReadingError;
  scheme?: string | null;
  userinfo?: string | null;
  host?: string | null;
  port?: string | null;
  path?: string | null;
  path_params?: string | null;
  query?: string | null;
  fragment?: string | null;
  /** What the host is, such as "name" or "ipv4". */
  host_kind?: string | null;
  /** The host in its normal form: equal values are the same host. */
  host_value?: string | null;
}

export interface ReadingError {
  kind: string;
  component: string | null;
  /** The offset in the UTF-8 form of the URL. */
  offset: number | null;
  rule: string | null;
  message: string;
}

export interface Finding {
  id: string;
  severity: Severity;
  /** The offsets in the UTF-8 form of the URL. */
  start: number;
  end: number;
  message: string;
  /** The address of a text about the finding. */
  address: string;
  /** A URL without this finding. */
  instead: string | null;
}
