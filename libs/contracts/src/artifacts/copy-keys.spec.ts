import { placeholdersOf } from './copy-keys';

describe('the names in a sentence', () => {
  it('come out in order, with their dots', () => {
    expect(placeholdersOf('Refund {args.amount} for {args.orderNumber}?')).toEqual(['args.amount', 'args.orderNumber']);
    expect(placeholdersOf('nothing here')).toEqual([]);
  });
});
