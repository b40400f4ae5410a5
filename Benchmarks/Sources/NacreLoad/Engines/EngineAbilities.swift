/// The abilities of an engine beyond appending and scanning.
package struct EngineAbilities: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// It keeps a store open, appends to it in turns, and finds its streams.
    package static let openStore = EngineAbilities(rawValue: 1 << 0)

    /// It delivers every event as a self-contained value.
    package static let sequence = EngineAbilities(rawValue: 1 << 1)

    /// It stores callers' ids, unique in the whole store, and tags.
    package static let labels = EngineAbilities(rawValue: 1 << 2)

    /// It supports append conditions on tags.
    package static let conditions = EngineAbilities(rawValue: 1 << 3)

    /// Several processes append to one store.
    package static let sharing = EngineAbilities(rawValue: 1 << 4)

    /// The kernel runs on it, with both of its projections.
    package static let projections = EngineAbilities(rawValue: 1 << 5)

    /// It recognizes a repeated append by its ids, and answers that it is already recorded.
    package static let repeats = EngineAbilities(rawValue: 1 << 7)

    /// It keeps a store in the files of its folder only: their size can be measured, and they can be kept, and evicted
    /// from the page cache.
    package static let files = EngineAbilities(rawValue: 1 << 6)

    /// It answers single reads of an open store: of streams, of the log by query, by position, by id.
    package static let requests = EngineAbilities(rawValue: 1 << 8)

    /// It delivers new events, and a caught-up marker, to subscriptions.
    package static let subscriptions = EngineAbilities(rawValue: 1 << 9)

    /// It supports backup, verification and slow reads of an open store: its sessions are ``MaintainedSession``s.
    package static let maintenance = EngineAbilities(rawValue: 1 << 10)

    /// It keeps every event, rather than the newest ones only.
    package static let wholeLog = EngineAbilities(rawValue: 1 << 11)

    /// The missing abilities, in words.
    package var description: String {
        let words: [(EngineAbilities, String)] = [
            (.openStore, "hold a store open"), (.sequence, "deliver events as self-contained values"),
            (.labels, "keep ids and tags from the caller"), (.conditions, "judge append conditions"),
            (.repeats, "answer a repeated append as already recorded"),
            (.sharing, "share a store between processes"), (.projections, "run the kernel's projections"),
            (.files, "keep a store in files of its own"),
            (.requests, "answer single reads"),
            (.subscriptions, "deliver events to subscriptions"),
            (.maintenance, "be backed up and verified while it is in use"),
            (.wholeLog, "keep a whole log"),
        ]
        return words.filter { contains($0.0) }.map(\.1).joined(separator: ", nor ")
    }
}
