import type { ServeOptions } from '@arbiter/channels';
import { readSlackConfiguration } from './configuration';
import { deliverBy, openSlack } from './deliver';
import type { SlackPost } from './post';
import { openEntrance } from './receive';
import type { SlackUpdate } from './update';

/** Throws a terminal error that names the variable when one is wrong. */
export function slackOptions(environment: NodeJS.ProcessEnv): ServeOptions<SlackUpdate, SlackPost> {
  const configuration = readSlackConfiguration(environment);
  return { environment, deliver: deliverBy(openSlack(configuration.token, configuration.apiUrl)), receive: (host) => openEntrance(host, configuration) };
}
