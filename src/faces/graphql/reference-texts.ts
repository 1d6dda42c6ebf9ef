/**
 * The texts of errors of documents, where the reference's validator has other ones than the library `graphql`. Source:
 * its recorded responses; test suites of storefronts compare them.
 */
const texts: readonly (readonly [RegExp, string])[] = [
  [/^(Syntax Error: .*)\.$/s, '$1'],
  [/^(Field "[^"]*" of type "[^"]*" must have a) selection of subfields\..*$/s, '$1 sub selection.'],
  [
    /^(Field "[^"]*") (must not have a) selection since type ("[^"]*") has no subfields\.$/s,
    '$1 of type $3 $2 sub selection.',
  ],
  [/^(Unknown argument "[^"]*" on field) "([^".]*)\.([^"]*)"\.(.*)$/s, '$1 "$3" of type "$2".$4'],
  [
    /^(Field "[^"]*" argument "[^"]*" of type "[^"]*") is required, but it was not provided\.$/s,
    '$1 is required but not provided.',
  ],
  [
    /^Field "([^"]*\.[^"]*)" of required type "([^"]*)" was not provided\.$/s,
    'Field $1 of required type $2 was not provided.',
  ],
];

/** The text of an error of a document as the reference has it. */
export function referenceText(message: string): string {
  const row = texts.find(([pattern]) => pattern.test(message));
  return row ? message.replace(row[0], row[1]) : message;
}
