import company from 'copy:company';
import { Component, type ReactNode } from 'react';
import { SignInPage } from './SignInPage.tsx';

interface Props {
  /** The name of the room. */
  name: string;
  /** Forgets what this tab keeps and could fail at again. */
  forget?: () => void;
  children: ReactNode;
}

/** Says that an application has failed, where React would leave an empty page. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { name, forget, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <SignInPage name={name} title={`${name} – ${company.name}`} met={0}>
        <div className="wrap py-12">
          <div className="grid max-w-prose justify-items-start gap-4" role="alert">
            <h2 className="text-2xl">Something went wrong</h2>
            <p>This is a mistake of ours. What you wrote is kept. If it happens again, please tell a developer.</p>
            <button
              type="button"
              className="button"
              onClick={() => {
                forget?.();
                location.reload();
              }}
            >
              Load this page again
            </button>
          </div>
        </div>
      </SignInPage>
    );
  }
}
