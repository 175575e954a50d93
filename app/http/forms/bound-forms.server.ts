import type { Form, Forms } from './form-action.server'

/** Forms that know more of who asks than their action says of everybody. */
export function boundTo<Who extends object, Base extends object>(
  who: Who,
  forms: Forms<Who & Base>,
): Forms<Base> {
  const bound = Object.entries(forms).map(([intent, { run, ...form }]): [string, Form<Base>] => [
    intent,
    { ...form, run: (value, asked) => run(value, { ...asked, ...who }) },
  ])
  return Object.fromEntries(bound)
}

/** Shows the page again with a status. */
export function noForms(status: 404 | 503): Forms<object> {
  return { '': { run: () => ({ status }) } }
}
