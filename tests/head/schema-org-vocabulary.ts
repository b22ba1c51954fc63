import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * schema.org's vocabulary in the form that it is published in, as far as a validator reads it. It is
 * rebuilt from the typings of schema-dts, which were made from it, so that no test asks the network.
 */

interface Declaration {
  name: string;
  parents: string[];
  properties: string[];
  /** The schema.org type that it is the shape of, if any. */
  type: string | undefined;
}

const heading = /^(?:export )?interface (\w+) extends ([^{]+)\{$/;
const property = /^ {4}"(\w+)"\?:/;
const typeName = /^ {4}"@type": "(\w+)";$/;

function declarations(source: string): Declaration[] {
  const found: Declaration[] = [];
  for (const text of source.split('\n')) {
    const [, name, parents] = heading.exec(text) ?? [];
    if (name && parents) {
      const names = parents.split(',').map((parent) => parent.trim());
      found.push({ name, parents: names, properties: [], type: undefined });
    }
    const current = found.at(-1);
    const propertyName = property.exec(text)?.[1];
    if (current && propertyName) current.properties.push(propertyName);
    if (current) current.type ??= typeName.exec(text)?.[1];
  }
  return found;
}

const id = (name: string) => ({ '@id': `schema:${name}` });

/** @returns the vocabulary as JSON-LD: classes with their parents, properties with their domains. */
export function schemaOrgVocabulary() {
  const file = fileURLToPath(import.meta.resolve('schema-dts')).replace(/\.js$/, '.d.ts');
  const all = declarations(readFileSync(file, 'utf8'));
  const className = ({ type, name }: Declaration) => type ?? name;
  const domains = new Map<string, string[]>();
  for (const declaration of all) {
    for (const name of declaration.properties) {
      domains.set(name, [...(domains.get(name) ?? []), className(declaration)]);
    }
  }
  return {
    '@graph': [
      ...all.map((declaration) => ({
        ...id(className(declaration)),
        '@type': 'rdfs:Class',
        'rdfs:subClassOf': declaration.parents.map(id),
      })),
      ...[...domains].map(([name, classes]) => ({
        ...id(name),
        '@type': 'rdf:Property',
        'schema:domainIncludes': classes.map(id),
      })),
    ],
  };
}
