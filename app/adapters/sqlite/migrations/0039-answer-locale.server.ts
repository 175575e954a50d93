/** Null where the desk writes in the language of the visitor's page. */
export const answerLocale = 'alter table tickets add column answer_locale text;'
