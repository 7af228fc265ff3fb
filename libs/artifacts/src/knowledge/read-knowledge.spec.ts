import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { visibleDocuments } from '@arbiter/models';
import { htmlSections } from './html-sections';
import { readKnowledge } from './read-knowledge';

let home: string;
beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'arbiter-reading-'))));
afterAll(() => rmSync(home, { recursive: true }));

const newFolder = (): string => mkdtempSync(join(home, 'tenant-'));

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const tenant = newFolder();
  mkdirSync(join(tenant, 'knowledge/more'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(tenant, 'knowledge', name), content);
  return tenant;
}

const read = (files: Readonly<Record<string, string | Uint8Array>>) => readKnowledge(folderOf(files), 'en');

/** A page that says "Hello page". */
const PDF = pdfSaying('Hello page');

describe('reading the knowledge folder', () => {
  it('reads Markdown, HTML, text and PDF, under their headings', async () => {
    const { documents } = await read({
      'a.md': '# Tea\n\nAll about **tea**.\n\n## Brewing\n\n- green: 80 °C\n- black: 95 °C\n',
      'b.html': '<title>No</title><h1>Mugs</h1><p>They hold <b>300</b> ml.</p><script>alert(1)</script>',
      'more/c_of_the_house.de.txt': 'Erster Absatz.\n\nZweiter\nAbsatz.',
      'd.pdf': PDF,
      'd.pdf.yaml': 'title: The leaflet\nuri: https://shop.example/leaflet\n',
    });
    expect(documents.map(({ title, locale, passages }) => ({ title, locale, passages }))).toEqual([
      {
        title: 'Tea',
        locale: 'en',
        passages: [
          { section: '', text: 'All about tea.' },
          { section: 'Brewing', text: 'green: 80 °C\nblack: 95 °C' },
        ],
      },
      { title: 'Mugs', locale: 'en', passages: [{ section: '', text: 'They hold 300 ml.' }] },
      { title: 'The leaflet', locale: 'en', passages: [{ section: 'p. 1', text: 'Hello page' }] },
      { title: 'c of the house', locale: 'de', passages: [{ section: '', text: 'Erster Absatz.\nZweiter Absatz.' }] },
    ]);
    expect(documents[2]).toMatchObject({ uri: 'https://shop.example/leaflet' });
  });

  it('names a document by its content, not by its file, and takes the title, the audience and the address from its head', async () => {
    const head = '---\ntitle: Staff rules\naudience: [staff]\nuri: https://shop.example/rules\n---\nBe kind.';
    const [one, other] = await Promise.all([read({ 'x.md': head }), read({ 'y.md': head })]);
    expect(one.entries[0]).toMatchObject({ path: 'x.md', title: 'Staff rules', audience: ['staff'] });
    expect(other.entries[0]!.document).toBe(one.entries[0]!.document);
    expect((await read({ 'x.md': `${head} Always.` })).entries[0]!.document).not.toBe(one.entries[0]!.document);
  });

  it('is empty where there is no folder, and follows no link out of it', async () => {
    expect(await readKnowledge(newFolder(), 'en')).toEqual({ entries: [], documents: [] });
    const tenant = folderOf({});
    symlinkSync('/etc/passwd', join(tenant, 'knowledge/secret.txt'));
    expect((await readKnowledge(tenant, 'en')).documents).toEqual([]);
  });

  test.each([
    ['x.docx', 'text', /x\.docx:1: no knowledge is read from this kind of file; use one of \.md/],
    ['x.md', 'x'.repeat(5_000_001), /x\.md:1: the file is larger than 5 MB; divide it/],
    ['x.md', ' \n', /x\.md:1: there is no text in it; write some/],
    ['x.md', '---\naudience: staff\n---\ntext', /x\.md:1: the front matter \/audience must be array/],
    ['x.md', '---\nuri: javascript:alert(1)\n---\ntext', /x\.md:1: the front matter \/uri must match/],
    ['x.txt', new Uint8Array([0xff, 0xfe, 0x41]), /x\.txt:1: the file cannot be read/],
    ['x.pdf', 'no pdf', /x\.pdf:1: the file cannot be read/],
    [
      'x.txt',
      Array.from({ length: 6_000 }, () => 'a'.repeat(650)).join('\n\n'),
      /it makes \d+ passages, and 5000 are the most/,
    ],
  ])('says what is wrong with %s and what to do', async (name, content, problem) => {
    await expect(read({ [name]: content })).rejects.toThrow(problem);
  });

  it('cuts a long paragraph between sentences, and never joins two sections', async () => {
    const sentence = 'Every kettle is looked at by two people before it leaves the house.';
    const { documents } = await read({ 'a.md': `# K\n\n${Array(30).fill(sentence).join(' ')}\n\n## L\n\nShort.` });
    const passages = documents[0]!.passages;
    expect(passages.length).toBeGreaterThan(3);
    for (const { text } of passages.slice(0, -1)) {
      expect(text.length).toBeLessThanOrEqual(700);
      expect(text.endsWith('.')).toBe(true);
    }
    expect(passages.at(-1)).toEqual({ section: 'L', text: 'Short.' });
  });

  it('reads broken HTML as a browser would, row by row, and no script', () => {
    const html = '<h2>Sizes<p>S &amp; M<table><tr><td>S<td>36<tr><td>M<td>38</table><style>p{}</style><p>end';
    expect(htmlSections(html).flatMap(({ paragraphs }) => paragraphs)).toEqual([
      'Sizes',
      'S & M',
      'S 36',
      'M 38',
      'end',
    ]);
  });
});

describe('who sees a document', () => {
  const entry = (document: string, locale: string, audience?: string[]) => ({
    path: document,
    document,
    title: document,
    locale,
    ...(audience ? { audience } : {}),
  });
  const knowledge = [entry('all', 'en'), entry('staff', 'en', ['staff']), entry('alle', 'de')];

  it('is everyone on its channels, in their own language where there is any', () => {
    expect(visibleDocuments({ knowledge }, { channel: 'web', locale: 'en-GB' })).toEqual(['all']);
    expect(visibleDocuments({ knowledge }, { channel: 'staff', locale: 'en' })).toEqual(['all', 'staff']);
    expect(visibleDocuments({ knowledge }, { channel: 'web', locale: 'de-AT' })).toEqual(['alle']);
    expect(visibleDocuments({ knowledge }, { channel: 'web', locale: 'fr' })).toEqual(['all', 'alle']);
    expect(visibleDocuments({}, { channel: 'web', locale: 'en' })).toEqual([]);
  });
});

/** The smallest PDF with one line of text. */
function pdfSaying(text: string): Uint8Array {
  const stream = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)].join('\n');
  const end = `xref\n0 6\n${table}\ntrailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`;
  return new TextEncoder().encode(body + end);
}
