import { describeChannel } from '@arbiter/channels/testing';
import { harness } from './testing/webhook-program';

describeChannel('webhook', harness);
