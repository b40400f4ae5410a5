// SEC-05: Keys of records are random ids and keyed hashes.
/// The tables of `secrets.mdb`: the first byte of every key.
///
/// Keys are made of random ids and keyed hashes. LMDB leaves former keys in free pages, so that nothing may be in a key
/// that must be erasable.
enum SecretsTable: UInt8, Sendable, CaseIterable {
    /// One record, the header: see ``SecretsHeader``.
    case header = 0

    /// One record: the first slot that was never used, in 8 bytes.
    case nextSlot = 1

    /// Slots whose key was erased: slot, 8 bytes. The value is empty.
    case freeSlots = 2

    /// Slots whose key is to be erased: slot, 8 bytes. The value is empty.
    case erasures = 3

    /// Account, 16 bytes: the slot of its key, 8 bytes.
    case accounts = 4

    /// Account: the e-mail address, sealed.
    case addresses = 5

    /// Account and credential, 32 bytes: a password's hash, sealed.
    case credentials = 6

    /// Account and session, 32 bytes: the hash of its token, 32 bytes, and the session, sealed.
    case sessions = 7

    /// The hash of a session's token, 32 bytes: account and session.
    case sessionTokens = 8

    /// Account and kind, 17 bytes: the hash of its token, 32 bytes, and the link, sealed.
    case links = 9

    /// The hash of a link's token, 32 bytes: account and kind.
    case linkTokens = 10

    /// The keyed hash of a claim and a kind of attempt, 32 bytes: the attempts, sealed by the key of the counts.
    case attempts = 11

    /// One record: the place up to which the secrets have followed their log: see `LogMark.stored`.
    case log = 12

    /// One record: the slot of the key of the counts, 8 bytes.
    case attemptsKey = 13

    // Programs of before do not know what follows, and leave it as it is.

    /// Account and number, 24 bytes: the hash of a request's identity, 32 bytes, and the answer, sealed.
    case answers = 0x20

    /// Number, 8 bytes: the same for an answer without an account, sealed by the key of these answers.
    case answersWithoutAccount = 0x21

    /// The keyed hash of a request's identity, 32 bytes: the key of its answer.
    case answerKeys = 0x22

    /// One record: the slot of the key of the answers without an account, 8 bytes.
    case answersKey = 0x23

    /// The tables whose keys begin with the account.
    static let ofAccounts: [SecretsTable] = [.addresses, .credentials, .sessions, .links, .answers]
}
