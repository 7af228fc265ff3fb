import { describeChannel } from '@arbiter/channels/testing';
import { harness } from './testing/other-side';

describeChannel('webhook', harness);
