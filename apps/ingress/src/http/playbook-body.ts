import { PlaybookSubmission } from '@arbiter/contracts';
import { Fits } from './fits';

const { properties } = PlaybookSubmission;

/** The day that a playbook is carried out for. */
export class PlaybookBody implements PlaybookSubmission {
  @Fits(properties.day) day?: string;
}
