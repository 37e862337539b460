import { Button } from './Button.tsx';

/** Why something could not be read, and another try. */
export const Trouble = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div className="notice notice-error grid justify-items-start gap-3" role="alert">
    <p>{text}</p>
    <Button quiet small onClick={onRetry}>
      Try again
    </Button>
  </div>
);
