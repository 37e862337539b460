import application from 'copy:application-labels';
import choices from 'copy:internship-choices';
import booking from 'copy:booking-labels';
import team from 'copy:team-labels';
import type { Labels } from './facts.ts';

/** The words of the mails to the team, and of the forms' choices. */
export const labels: Labels = { team, booking, application, ...choices };
