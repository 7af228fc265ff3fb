import { terminal, type ToolCall } from '@arbiter/contracts';

type HttpCall = Extract<ToolCall, { kind: 'http' }>;

/**
 * The base URL of an extension. Throws a terminal error naming the environment variable and the value it should hold.
 */
export function baseUrlOf({ extension, baseUrlVariable, domain }: HttpCall, environment: NodeJS.ProcessEnv): URL {
  const value = environment[baseUrlVariable];
  if (!value) throw misconfigured(baseUrlVariable, `is not set; set it to the base URL of extension ${extension}`);
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw misconfigured(
      baseUrlVariable,
      'is no base URL; set it to one such as https://vendor.example/api, without query and fragment',
    );
  }
  if (domain !== null && url.hostname !== domain.toLowerCase()) {
    throw misconfigured(
      baseUrlVariable,
      `leads to another host than ${domain}, which extension ${extension} names as its domain`,
    );
  }
  return url;
}

/** A token as RFC 6750 has it: no blank, so that nothing but the one header comes of it. */
const BEARER = /^[A-Za-z0-9._~+/-]+=*$/;

/**
 * The header that authorises calls of the extension; none where it takes no key. Throws a terminal error naming the
 * variable and never its value.
 */
export function authorizationOf(
  { extension, keyVariable }: HttpCall,
  environment: NodeJS.ProcessEnv,
): { readonly authorization?: string } {
  if (keyVariable === null) return {};
  const key = environment[keyVariable];
  if (!key) throw misconfigured(keyVariable, `is not set; set it to the key of extension ${extension}`);
  if (!BEARER.test(key))
    throw misconfigured(keyVariable, 'holds other characters than letters, digits and ._~+/-; set it to the key alone');
  return { authorization: `Bearer ${key}` };
}

const misconfigured = (variable: string, problem: string) =>
  terminal('extension_misconfigured', `${variable} ${problem}`, variable);
