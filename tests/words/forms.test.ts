import { fields, holds, holdWords } from './quotes.ts';

const COMMON = 'content/forms/common.yaml';
const CONSULTATION = 'content/forms/consultation.yaml';
const NOTIFY = 'content/forms/waiting-list.yaml';
const CASE_STUDIES = 'content/waiting-lists/case-studies.yaml';
const INTERNSHIP = 'content/forms/internship.yaml';

holdWords([
  [2, CONSULTATION, 'title', 'Book a Strategic Call'],
  [2, CONSULTATION, 'description', "Fill out the form below and we'll schedule a call to discuss your needs."],
  [2, CONSULTATION, 'fields.name.label', holds('name')],
  [2, CONSULTATION, 'fields.email.label', holds('email')],
  [2, CONSULTATION, 'fields.phone.label', holds('phone')],
  [2, CONSULTATION, 'fields.company.label', holds('company')],
  [2, CONSULTATION, 'fields.message.label', holds('message')],
  [2, COMMON, 'cancel', 'Cancel'],
  [4, COMMON, 'submitting', 'Sending...'],
  [8, CONSULTATION, 'failure.title', 'Error'],
  [8, CONSULTATION, 'failure.text', 'Failed to send request. Please try again.'],
  [8, CONSULTATION, 'success.title', 'Request Received!'],
  [8, CONSULTATION, 'success.text', "We'll get back to you within 24 hours."],
  [7, COMMON, 'unconnected', holds('Data storage and e-mail notifications require a backend connection')],

  [2, CASE_STUDIES, 'title', 'Get Early Access to Resources'],
  [3, CASE_STUDIES, 'resourceType', 'Case Studies & MoU Templates'],
  [2, CASE_STUDIES, 'name', 'Case Studies & MoU Templates'],
  [2, 'content/waiting-lists/research.yaml', 'title', 'Get Notified'],
  [2, NOTIFY, 'fields.name.label', holds('name')],
  [2, NOTIFY, 'fields.email.label', holds('email')],
  [5, NOTIFY, 'missing.title', 'Error'],
  [5, NOTIFY, 'missing.text', 'Please fill in all fields.'],
  [8, NOTIFY, 'failure.text', 'Failed to submit. Please try again.'],
  [8, NOTIFY, 'success.text', "We'll notify you when {resource} is available."],

  [5, INTERNSHIP, 'fields.name.label', 'Full Name'],
  [5, INTERNSHIP, 'fields.email.label', 'Email'],
  [5, INTERNSHIP, 'fields.phone.label', 'Phone'],
  [5, INTERNSHIP, 'fields.position.label', 'Position of Interest'],
  [5, INTERNSHIP, 'fields.experience.label', 'Relevant Experience'],
  [5, INTERNSHIP, 'fields.motivation.label', 'Why do you want to join'],
  [5, INTERNSHIP, 'fields.availability.label', 'Availability'],
  [5, INTERNSHIP, 'fields.resume.label', 'Resume'],
  [5, INTERNSHIP, 'fields.resume.hint', holds('PDF, DOC or DOCX')],
  [5, INTERNSHIP, 'fields.resume.hint', holds('maximum 5MB')],
  [
    3,
    INTERNSHIP,
    'fields.position.options',
    fields('strategy', 'data-analysis', 'operations', 'ux-ui-design', 'marketing', 'software-development', 'other'),
  ],
  [3, INTERNSHIP, 'fields.availability.options', fields('immediate', 'within-1-month', 'within-3-months', 'flexible')],
  [8, INTERNSHIP, 'missing.title', 'Error'],
  [8, INTERNSHIP, 'missing.text', 'Please complete all required fields.'],
  [8, INTERNSHIP, 'success.title', 'Application Submitted Successfully!'],
  [8, INTERNSHIP, 'success.text', "Thank you for your interest. We'll review your application and contact you soon."],
]);
