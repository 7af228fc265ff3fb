import { join } from 'node:path';
import { loadTenant } from '@arbiter/artifacts';
import { defaultAgent } from '@arbiter/contracts';
import { understood } from '../understood';
import { LexicalProvider } from './lexical-provider';
import { LocalProvider } from './local-provider';

const desk = loadTenant(join(__dirname, '../../../../deploy/tenants/desk'));
const { intents, models } = desk;
const eligible = intents.map(({ intent }) => intent);

/** Wishes for the agent that stand in none of its examples. */
const OTHER_WISHES = [
  'Summarise the budget for the spring',
  'What does the insurance policy say about tools?',
  'Summarise the offer of the paper mill',
  'Sum up the minutes for me',
  'What are the main points of the lease?',
  'Summarise the file about the insurance',
  'Compare the budget with the minutes',
];

/** Plain wishes for a template that stand in no example of its intent. */
const PLAIN_WISHES = {
  list_files: ['Show me a list of all our files', 'Which files do we have in the folder?'],
  read_file: ['Open file F-04 please', 'Show me file F-05'],
  list_notes: ['Show me the notes', 'Are there any new notes?'],
  write_note: ['Write a note: the saw is blunt', 'Please take a note: water the plants'],
  list_mails: ['Show me the mails', 'Did any new mails come in?'],
  send_mail: ['Send a mail to edith@workshop.example: the saw is blunt', 'Write an email to jonas@workshop.example'],
};

describe.each([
  ['by words and letters', () => new LexicalProvider()],
  ['by meaning', () => new LocalProvider()],
])("the desk's wishes are told apart %s", (_, open) => {
  const provider = open();
  afterAll(() => provider.close());
  /** The intent that is proposed with enough confidence; null: none is. */
  const takenBy = async (text: string) => {
    const { intentId, confidence } = await understood(
      provider,
      { text, intents, eligible },
      '',
      new AbortController().signal,
    );
    return confidence >= models.minimumConfidence ? intentId : null;
  };

  it.each([...defaultAgent(desk)!.examples!.flatMap(({ wishes }) => wishes), ...OTHER_WISHES])(
    'and no template takes what is for its agent: %s',
    async (wish) => {
      expect(await takenBy(wish)).toBeNull();
    },
  );

  it.each(Object.entries(PLAIN_WISHES).flatMap(([intent, wishes]) => wishes.map((wish) => [wish, intent])))(
    'and the template takes what is plainly for it: %s',
    async (wish, intent) => {
      expect(await takenBy(wish!)).toBe(intent);
    },
  );
});
