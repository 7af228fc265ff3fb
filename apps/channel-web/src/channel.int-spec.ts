import { describeChannel } from '@arbiter/channels/testing';
import { harness } from './testing/browser';

describeChannel('web', harness);
