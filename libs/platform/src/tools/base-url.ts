import { terminal, type ToolCall } from '@arbiter/contracts';

type HttpCall = Extract<ToolCall, { kind: 'http' }>;

/** Where an extension lives. Throws a terminal error naming the environment variable and what it should hold. */
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

const misconfigured = (variable: string, problem: string) =>
  terminal('extension_misconfigured', `${variable} ${problem}`, variable);
