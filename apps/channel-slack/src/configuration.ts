import { readAddress, required } from '@arbiter/channels';
import { terminal } from '@arbiter/contracts';

const HOME = 'https://slack.com/api/';

export interface SlackConfiguration {
  readonly token: string;
  readonly signingSecret: string;
  /** ends with a slash */
  readonly apiUrl: string;
  /** a BCP 47 tag; null: the texts tell */
  readonly locale: string | null;
  readonly host: string;
  readonly port: number;
}

/** Throws a terminal error that names the variable and the value it should hold. */
export function readSlackConfiguration(environment: NodeJS.ProcessEnv): SlackConfiguration {
  const token = required(environment, 'ARBITER_SLACK_TOKEN', 'the Bot User OAuth Token of your app, xoxb-…');
  if (!token.startsWith('xoxb-'))
    throw wrong(
      'ARBITER_SLACK_TOKEN',
      'is no bot token; set it to the Bot User OAuth Token of your app, which begins with xoxb-',
    );
  const apiUrl = environment['ARBITER_SLACK_API_URL'] || HOME;
  if (!/^https?:$/.test(URL.parse(apiUrl)?.protocol ?? ''))
    throw wrong('ARBITER_SLACK_API_URL', `is no URL; leave it away for ${HOME}`);
  const locale = environment['ARBITER_SLACK_LOCALE'] || null;
  if (locale !== null && !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale))
    throw wrong('ARBITER_SLACK_LOCALE', 'is no language; set it to one such as en or de-AT, or leave it away');
  return {
    ...readAddress(environment),
    token,
    locale,
    signingSecret: required(environment, 'ARBITER_SLACK_SIGNING_SECRET', 'the Signing Secret of your app'),
    apiUrl: apiUrl.replace(/\/*$/, '/'),
  };
}

const wrong = (variable: string, problem: string) => terminal('configuration', `${variable} ${problem}`, variable);
