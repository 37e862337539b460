// Made from content/emails/ by src/integrations/email-copy.ts. Edit the words there.
export const emailCopy = {
  "contact-notification": {
    "team": {
      "subject": "New request from {name}: {subject}",
      "labels": {
        "name": "Name",
        "email": "Email",
        "subject": "Subject",
        "received": "Received",
        "page": "Sent from",
        "referrer": "Came from",
        "campaign": "Campaign"
      },
      "closing": "We promised an answer within 24 hours. Reply to this e-mail to write to the visitor."
    },
    "acknowledgement": {
      "subject": "We have your request",
      "paragraphs": [
        "Hello,",
        "Thank you for writing to Bridgewright. Your request has reached us, and a person will read it.",
        "You will hear from us within 24 hours. If you want to add something, simply reply to this e-mail.",
        "If you did not write to us, you can ignore this message; your address will not be used for anything else.",
        "The team at Bridgewright"
      ]
    }
  }
} as const;
