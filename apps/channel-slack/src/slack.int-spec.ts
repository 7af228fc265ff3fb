import { describeChannel } from '@arbiter/channels/testing';
import { slackHarness } from './testing/harness';

describeChannel('slack', slackHarness);
