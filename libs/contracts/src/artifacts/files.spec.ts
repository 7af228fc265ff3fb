import { Ajv2020 } from 'ajv/dist/2020';
import { ARTIFACT_FILES, GOLDEN_FILE, PLAYBOOK_FILE, artifactSchemas } from './files';

describe('the artifact schemas', () => {
  const schemas = artifactSchemas();

  it('there is one for every file, and each is a JSON Schema 2020-12', () => {
    expect(Object.keys(schemas)).toEqual([...Object.keys(ARTIFACT_FILES), PLAYBOOK_FILE, GOLDEN_FILE]);
    for (const schema of Object.values(schemas)) {
      expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
      expect(new Ajv2020({ strict: true }).validateSchema(schema)).toBe(true);
    }
  });

  it('they refuse what they do not know', () => {
    const validate = new Ajv2020({ strict: true }).compile(schemas['tools.yaml']);
    expect(validate({ extensions: [], tools: [] })).toBe(true);
    expect(validate({ extensions: [], tools: [], more: [] })).toBe(false);
  });

  it('they are plain JSON', () => {
    expect(JSON.parse(JSON.stringify(schemas))).toEqual(schemas);
  });
});
