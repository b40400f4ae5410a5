import ArgumentParser
import Dispatch
import Logging
import Nacre
import NacreRuntime

/// Completes the names in a store on the command line of a shell.
enum NameCompletion<Tool: StoreTool> {
    /// The most names offered.
    private static var mostNames: Int { 200 }

    /// How long names are looked for, in seconds: a shell waits for them.
    private static var seconds: Double { 0.5 }

    /// Completes a name.
    static func of(_ name: CompletedName) -> CompletionKind {
        .custom { words, _, beginning in await names(of: name, beginningWith: beginning, words) }
    }

    /// Completes the name of a projection of the program.
    static var ofProjection: CompletionKind { .list(Tool.features.projections.map(\.name)) }

    /// The names in the store that the command line or the environment names.
    ///
    /// Whatever is found in time is offered. If the store cannot be read, nothing is: a shell has no place for messages.
    private static func names(
        of name: CompletedName, beginningWith beginning: String, _ words: [String]
    ) async -> [String] {
        let names = OfferedNames(beginningWith: beginning, limit: mostNames)
        let (end, ending) = AsyncStream<Void>.makeStream()
        let search = Task.detached {
            defer { ending.finish() }
            try await offer(name, of: path(in: words), to: names)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { ending.finish() }
        for await _ in end {}
        search.cancel()
        return names.sorted
    }

    private static func offer(_ name: CompletedName, of path: String, to names: OfferedNames) async throws {
        let logger = Logger(label: Tool.name, factory: { _ in SwiftLogNoOpLogHandler() })
        try await Tool.engine(StoreLocation(path: path, log: nil, logger: logger)).use(for: .checking) { storage in
            let search = EventSearch(in: storage.store, for: EventCriteria())
            _ = try await search.fold(into: NewNames(of: name)) { found, event in
                for name in found.names(of: event) { names.add(name) }
            }
        }
    }

    /// The folder of the store.
    static func path(in words: [String]) -> String {
        var given: String?
        for (word, next) in zip(words, words.dropFirst() + [""]) {
            if word == "--store" { given = next }
            if word.hasPrefix("--store=") { given = String(word.dropFirst("--store=".count)) }
        }
        return StoreOptions<Tool>.path(given: given, environment: environment(Tool.storeVariable))
    }
}
