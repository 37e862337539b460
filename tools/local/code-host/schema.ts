import { buildSchema, GraphQLError, GraphQLScalarType } from 'graphql';

/** The part of GitHub's schema that this stand-in answers. What is not in it is refused, as an unknown field is there. */
const PART = /* GraphQL */ `
  scalar Base64String
  scalar DateTime
  scalar GitObjectID
  scalar GitTimestamp
  scalar URI

  enum OrderDirection {
    ASC
    DESC
  }
  enum PullRequestState {
    CLOSED
    MERGED
    OPEN
  }
  enum RefOrderField {
    ALPHABETICAL
    TAG_COMMIT_DATE
  }
  enum RepositoryPermission {
    ADMIN
    MAINTAIN
    READ
    TRIAGE
    WRITE
  }

  input CommitMessage {
    body: String
    headline: String!
  }
  input CommittableBranch {
    branchName: String
    id: ID
    repositoryNameWithOwner: String
  }
  input CreateCommitOnBranchInput {
    branch: CommittableBranch!
    clientMutationId: String
    expectedHeadOid: GitObjectID!
    fileChanges: FileChanges
    message: CommitMessage!
  }
  input FileAddition {
    contents: Base64String!
    path: String!
  }
  input FileChanges {
    additions: [FileAddition!] = []
    deletions: [FileDeletion!] = []
  }
  input FileDeletion {
    path: String!
  }
  input MarkPullRequestReadyForReviewInput {
    clientMutationId: String
    pullRequestId: ID!
  }
  input RefOrder {
    direction: OrderDirection!
    field: RefOrderField!
  }

  interface GitObject {
    abbreviatedOid: String!
    id: ID!
    oid: GitObjectID!
  }
  type Blob implements GitObject {
    abbreviatedOid: String!
    byteSize: Int!
    id: ID!
    isBinary: Boolean
    isTruncated: Boolean!
    oid: GitObjectID!
    text: String
  }
  type Tree implements GitObject {
    abbreviatedOid: String!
    entries: [TreeEntry!]
    id: ID!
    oid: GitObjectID!
  }
  type TreeEntry {
    extension: String
    mode: Int!
    name: String!
    object: GitObject
    oid: GitObjectID!
    path: String
    size: Int!
    type: String!
  }
  type Commit implements GitObject {
    abbreviatedOid: String!
    author: GitActor
    authoredDate: DateTime!
    committedDate: DateTime!
    committer: GitActor
    id: ID!
    message: String!
    messageBody: String!
    messageHeadline: String!
    oid: GitObjectID!
    tree: Tree!
    url: URI!
  }
  type GitActor {
    date: GitTimestamp
    email: String
    name: String
    user: User
  }
  type PageInfo {
    endCursor: String
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
  }
  type PullRequest {
    baseRefName: String!
    body: String!
    headRefName: String!
    headRefOid: GitObjectID!
    id: ID!
    isDraft: Boolean!
    number: Int!
    state: PullRequestState!
    title: String!
    updatedAt: DateTime!
    url: URI!
  }
  type RateLimit {
    limit: Int!
    remaining: Int!
    resetAt: DateTime!
    used: Int!
  }
  type Ref {
    id: ID!
    name: String!
    prefix: String!
    target: GitObject
  }
  type RefConnection {
    edges: [RefEdge]
    nodes: [Ref]
    pageInfo: PageInfo!
    totalCount: Int!
  }
  type RefEdge {
    cursor: String!
    node: Ref
  }
  type Repository {
    defaultBranchRef: Ref
    id: ID!
    isPrivate: Boolean!
    name: String!
    nameWithOwner: String!
    object(expression: String, oid: GitObjectID): GitObject
    ref(qualifiedName: String!): Ref
    refs(after: String, first: Int, last: Int, orderBy: RefOrder, query: String, refPrefix: String!): RefConnection
    url: URI!
    viewerPermission: RepositoryPermission
  }
  type User {
    databaseId: Int
    id: ID!
    login: String!
    name: String
  }

  type CreateCommitOnBranchPayload {
    clientMutationId: String
    commit: Commit
    ref: Ref
  }
  type MarkPullRequestReadyForReviewPayload {
    clientMutationId: String
    pullRequest: PullRequest
  }

  type Query {
    rateLimit(dryRun: Boolean = false): RateLimit
    repository(followRenames: Boolean = true, name: String!, owner: String!): Repository
    viewer: User!
  }
  type Mutation {
    createCommitOnBranch(input: CreateCommitOnBranchInput!): CreateCommitOnBranchPayload
    markPullRequestReadyForReview(input: MarkPullRequestReadyForReviewInput!): MarkPullRequestReadyForReviewPayload
  }
`;

export const SCHEMA = buildSchema(PART);

/** Has a scalar take only texts of its form, as GitHub does. */
function restrict(name: string, form: Pick<RegExp, 'test'>, problem: string): void {
  const type = SCHEMA.getType(name);
  if (!(type instanceof GraphQLScalarType)) throw new Error(`The schema has no scalar ${name}.`);
  type.coerceInputValue = (value) => {
    if (typeof value === 'string' && form.test(value)) return value;
    throw new GraphQLError(problem);
  };
}
restrict('GitObjectID', /^[\da-f]{40}$/, 'Could not coerce value to GitObjectID: give 40 hexadecimal digits.');
restrict(
  'Base64String',
  // RFC 4648, with padding and without line breaks. For a pattern, a picture is too long.
  { test: (text) => Buffer.from(text, 'base64').toString('base64') === text },
  'Could not coerce value to Base64String: it is not base64 of RFC 4648.',
);
