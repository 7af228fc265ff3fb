import { describeChannel } from '@arbiter/channels/testing';
import { telegramHarness } from './testing/harness';

describeChannel('telegram, polling', telegramHarness('polling'));
describeChannel('telegram, with a webhook', telegramHarness('webhook'));
