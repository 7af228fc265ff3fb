import type { ServeOptions } from '@arbiter/channels';
import { terminal } from '@arbiter/contracts';
import type { WebClient } from '@slack/web-api';
import { readSlackConfiguration } from './configuration';
import { deliverBy, openSlack } from './deliver';
import type { SlackPost } from './post';
import { openListener } from './receive';
import { REMEDY, asArbiterError, isOfTheToken } from './slack-error';
import type { SlackUpdate } from './update';

/** Throws a terminal error that names the variable when one is wrong. */
export function slackOptions(environment: NodeJS.ProcessEnv): ServeOptions<SlackUpdate, SlackPost> {
  const configuration = readSlackConfiguration(environment);
  const client = openSlack(configuration.token, configuration.apiUrl);
  return {
    environment,
    deliver: deliverBy(client),
    receive: async (host) => {
      await introduce(client);
      return openListener(host, configuration);
    },
  };
}

/** The very first call: a wrong token is found here. */
async function introduce(client: WebClient): Promise<void> {
  try {
    await client.auth.test();
  } catch (error) {
    throw isOfTheToken(error)
      ? terminal('configuration', `Slack refuses ARBITER_SLACK_TOKEN; ${REMEDY}`, 'ARBITER_SLACK_TOKEN')
      : asArbiterError(error);
  }
}
