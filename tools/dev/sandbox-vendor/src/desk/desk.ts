/** A paragraph of a file, under its heading. */
export interface Section {
  readonly heading: string;
  readonly text: string;
}

/** A file in the folder of the team. Days are YYYY-MM-DD. */
export interface DeskFile {
  readonly fileId: string;
  readonly name: string;
  readonly changedOn: string;
  readonly changedBy: string;
  readonly sections: readonly Section[];
}

export interface Note {
  readonly noteId: string;
  readonly text: string;
  readonly writtenBy: string;
  readonly writtenOn: string;
}

/** A mail to or from the team. */
export interface Mail {
  readonly mailId: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly sentOn: string;
}

/** The people of the team, each with an address of their own. */
export const MEMBERS: ReadonlyMap<string, string> = new Map(
  ['mara', 'jonas', 'edith'].map((member) => [member, `${member}@workshop.example`]),
);

/** What was there before anybody used the sandbox. */
export const FIRST_NOTES: readonly Note[] = [
  { noteId: 'N-1', text: 'Ask the neighbours about the drill press.', writtenBy: 'edith', writtenOn: '2026-11-17' },
  { noteId: 'N-2', text: 'The spare keys are with Jonas.', writtenBy: 'mara', writtenOn: '2026-11-19' },
];

export const FIRST_MAILS: readonly Mail[] = [
  {
    mailId: 'ML-1',
    from: 'office@landlord.example',
    to: 'mara@workshop.example',
    text: 'The heating is serviced on December 2, 2026.',
    sentOn: '2026-11-18',
  },
  {
    mailId: 'ML-2',
    from: 'jonas@workshop.example',
    to: 'edith@workshop.example',
    text: 'I have ordered the paint.',
    sentOn: '2026-11-21',
  },
];
