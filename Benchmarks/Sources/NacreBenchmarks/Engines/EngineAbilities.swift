/// What an engine can do beyond appending and scanning.
struct EngineAbilities: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// It holds a store open: appends to it in turns, finds streams in it.
    static let openStore = EngineAbilities(rawValue: 1 << 0)

    /// It hands out every event in a value of its own.
    static let sequence = EngineAbilities(rawValue: 1 << 1)

    /// It keeps the caller's ids, unique in all of the store, and tags.
    static let labels = EngineAbilities(rawValue: 1 << 2)

    /// It judges append conditions on tags.
    static let conditions = EngineAbilities(rawValue: 1 << 3)

    /// Several processes append to one store.
    static let sharing = EngineAbilities(rawValue: 1 << 4)

    /// The kernel runs on it, with both of its projections.
    static let projections = EngineAbilities(rawValue: 1 << 5)

    /// It finds an append that is sent again, by its ids, and answers it as recorded already.
    static let repeats = EngineAbilities(rawValue: 1 << 7)

    /// It keeps a store in the files of its folder and nowhere else: they can be weighed, kept and dropped from the
    /// cache.
    static let files = EngineAbilities(rawValue: 1 << 6)

    /// It answers single reads of a store that is held open: of streams, of the log by a query, by position, by id.
    static let requests = EngineAbilities(rawValue: 1 << 8)

    /// It hands out what comes, and when it has caught up, to those that subscribe.
    static let subscriptions = EngineAbilities(rawValue: 1 << 9)

    /// It is backed up, verified and read slowly while it is in use: its sessions are ``MaintainedSession``s.
    static let maintenance = EngineAbilities(rawValue: 1 << 10)

    /// What is missing, in words.
    var description: String {
        let words: [(EngineAbilities, String)] = [
            (.openStore, "hold a store open"), (.sequence, "hand out events in values of their own"),
            (.labels, "keep ids of the caller's and tags"), (.conditions, "judge append conditions"),
            (.repeats, "answer an append that is sent again as recorded already"),
            (.sharing, "share a store between processes"), (.projections, "run the kernel's projections"),
            (.files, "keep a store in files of its own"),
            (.requests, "answer single reads"),
            (.subscriptions, "hand out events to subscriptions"),
            (.maintenance, "be backed up and verified while it is in use"),
        ]
        return words.filter { contains($0.0) }.map(\.1).joined(separator: ", nor ")
    }
}
