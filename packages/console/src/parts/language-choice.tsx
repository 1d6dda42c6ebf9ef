import { chooseLanguage, language, languages } from '../texts/language.ts';
import { t } from '../texts/text.ts';
import { mayLeave } from '../unsaved.ts';

/** The choice of the console's language, which this browser stores. The page is loaded again, and stays the same. */
export function LanguageChoice() {
  return (
    <select
      class="language"
      aria-label={t('Language')}
      value={language}
      onChange={(event) => {
        if (mayLeave()) chooseLanguage(event.currentTarget.value);
        else event.currentTarget.value = language;
      }}
    >
      {languages.map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
