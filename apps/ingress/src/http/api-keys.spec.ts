import { createHash } from 'node:crypto';
import { ApiKeys } from './api-keys';

const digest = (key: string) => createHash('sha256').update(key).digest('hex');

describe('API keys', () => {
  const keys = ApiKeys.parse(`console:${digest('one')}, partner:${digest('two')}:other`, 'shop');

  it('name their caller and tenant', () => {
    expect(keys.authenticate('Bearer one')).toEqual({
      name: 'console',
      tenant: 'shop',
      mayLink: false,
      mayApprove: false,
    });
    expect(keys.authenticate('bearer  two')).toEqual({
      name: 'partner',
      tenant: 'other',
      mayLink: false,
      mayApprove: false,
    });
  });

  it('may link accounts only where their entry says so (CH-17)', () => {
    expect(ApiKeys.parse(`site:${digest('one')}:shop:links`, 'shop').authenticate('Bearer one')).toEqual({
      name: 'site',
      tenant: 'shop',
      mayLink: true,
      mayApprove: false,
    });
  });

  it.each([
    ['approvals', { mayLink: false, mayApprove: true }],
    ['links+approvals', { mayLink: true, mayApprove: true }],
  ])('may answer approvals only where their entry says so: %s', (rights, may) => {
    expect(ApiKeys.parse(`desk:${digest('one')}:shop:${rights}`, 'shop').authenticate('Bearer one')).toMatchObject(may);
  });

  it.each([
    [undefined],
    [''],
    ['Bearer '],
    ['Bearer three'],
    ['Basic one'],
    [`Bearer ${digest('one')}`],
    ['Bearer one two'],
  ])('refuse %p', (header) => {
    expect(() => keys.authenticate(header)).toThrow(expect.objectContaining({ status: 401 }));
  });

  it('are not required when none are configured', () => {
    expect(ApiKeys.parse('', 'shop').authenticate(undefined)).toEqual({
      name: 'api',
      tenant: 'shop',
      mayLink: true,
      mayApprove: true,
    });
  });

  it('have no name of the platform’s own', () => {
    expect(() => ApiKeys.parse(`playbook.reminders:${digest('x')}`, 'shop')).toThrow(
      /entry 1 of ARBITER_API_KEYS has a name of the platform's own/,
    );
  });

  it.each([
    ['console'],
    ['console:abc'],
    [`console:${digest('x')}:Not-a-tenant`],
    [`:${digest('x')}`],
    [`a:${digest('x')}:shop:more`],
    [`a:${digest('x')}:shop:`],
    [`a:${digest('x')}:shop:links+more`],
    [`a:${digest('x')}:shop:links:more`],
  ])('cannot be %p, and the error does not show it', (entry) => {
    expect(() => ApiKeys.parse(`good:${digest('y')},${entry}`, 'shop')).toThrow(
      /^entry 2 of ARBITER_API_KEYS is not name:sha256hex/,
    );
  });
});
