import type { Form } from './form-action.server'

/** The same form, for managers alone: colleagues are refused it with 403. */
export function forManagers<Who>(each: Form<Who>): Form<Who> {
  return { ...each, ofManagers: true }
}
