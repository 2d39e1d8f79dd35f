/** The names of all dialects. */
export const dialects: readonly string[];

/**
 * Reads a URL in several dialects and reports where they disagree, as the command `earl audit --json` does.
 *
 * @param url any text; a lone surrogate is read as U+FFFD
 * @param dialects such as `["whatwg", "urllib@3.9"]`; by default those of the command
 * @throws RangeError if a dialect is unknown
 */
export function audit(url: string, dialects?: readonly string[]): Report;

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
