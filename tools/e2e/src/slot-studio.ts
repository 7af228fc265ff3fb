import type { ModelsDefinition, PlaybookBudgets, PlaybookDefinition } from '@arbiter/contracts';
import { copyOfStudio } from './copy-of-studio';
import type { Given } from './recording-model';
import { KEEPER, NOTE_PLAYBOOK, note } from './note-playbook';

const OPEN_NOTE =
  'Invoice {number} over {amount:money.currency} was due on {dueOn:date}, and we have not seen the payment yet.';

/** The words of each draft are a model's. */
const WORDED: PlaybookDefinition = {
  ...NOTE_PLAYBOOK,
  playbook: 'worded',
  title: 'Worded notes',
  prose: [
    {
      prose: 'note',
      class: 'drafting',
      copy: 'open_note',
      facts: ['number', 'amount', 'currency', 'dueOn'],
      by: 'model',
    },
  ],
  plan: {
    over: 'invoices',
    where: 'item.number == "INV-2001" || item.number == "INV-2002" || item.number == "INV-2003"',
    steps: [note({ subject: 'An open invoice', body: { prose: 'note' } })],
  },
};

/** The subject of each draft is the month that a note names. */
const PROMISED: PlaybookDefinition = {
  ...NOTE_PLAYBOOK,
  playbook: 'promised',
  title: 'Promised payments',
  extract: [
    {
      extract: 'month',
      class: 'extraction',
      from: 'note',
      what: 'the month in which payment is promised',
      value: { type: 'string', pattern: '^(January|November|December)$' },
    },
  ],
  plan: {
    over: 'invoices',
    where: 'item.number == "INV-2004" || item.number == "INV-2012" || item.number == "INV-2013"',
    steps: [note({ subject: { from: 'extract.month' }, body: 'A promise' })],
  },
};

/**
 * A copy of the studio with two more playbooks in which a model fills slots; they begin by hand. With these budgets for
 * each of them, no reference plan replaces one that no model may be asked for.
 */
export function slotStudio(timeoutMilliseconds?: number, budgets?: PlaybookBudgets): string {
  const copy = copyOfStudio();
  copy.letModelsTakeTheirTime(timeoutMilliseconds);
  if (budgets) copy.change('models.yaml', withoutReferencePlan);
  for (const definition of [WORDED, PROMISED])
    copy.add({ ...definition, ...(budgets && { budgets }) }, { keeper: KEEPER });
  copy.change('copy.yaml', ({ sentences, ...rest }: { readonly sentences: object }) => ({
    ...rest,
    sentences: { ...sentences, open_note: OPEN_NOTE },
  }));
  return copy.folder;
}

const withoutReferencePlan = (models: ModelsDefinition): ModelsDefinition => ({
  ...models,
  tiers: Object.fromEntries(
    Object.entries(models.tiers).map(([tier, entries]) => [
      tier,
      entries.filter(({ model }) => model !== 'reference-plan'),
    ]),
  ),
});

/** The plan that the playbook brings along, as a model writes it. */
export function planned({ data }: Given): object {
  const worded = (data['prose'] as readonly string[]).length > 0;
  const argument = (name: string, source: object) => ({ name, value: null, from: null, prose: null, ...source });
  const numbers = worded ? ['INV-2001', 'INV-2002', 'INV-2003'] : ['INV-2004', 'INV-2012', 'INV-2013'];
  return {
    over: 'invoices',
    where: numbers.map((number) => `item.number == "${number}"`).join(' || '),
    steps: [
      {
        id: 'note',
        tool: 'mail.draft.create',
        dependsOn: [],
        optional: false,
        expect: [],
        args: [
          argument('to', { from: 'parameters.keeper' }),
          argument('about', { from: 'item.number' }),
          argument('subject', worded ? { value: 'An open invoice' } : { from: 'extract.month' }),
          argument('body', worded ? { prose: 'note' } : { value: 'A promise' }),
        ],
      },
    ],
  };
}
