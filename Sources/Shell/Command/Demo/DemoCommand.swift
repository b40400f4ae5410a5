import ArgumentParser
import NacreTool

/// The command `nacre demo`.
struct DemoCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Run a demonstration in a temporary store.",
        discussion: """
            Runs use cases, prints the log with their events and the read models built from it, rebuilds the read \
            models, and verifies the store. The store is removed afterwards.

            Example:
              nacre demo
            """)

    func run() async throws {
        let store = try TemporaryStore()
        do {
            try await Demo(path: store.path, output: Console.standard.output).run()
        } catch {
            // The error of the demo comes first; a leftover folder is only a notice.
            do { try store.remove() } catch {
                Console.standard.diagnostics.notice("\(store.path) cannot be removed: \(error)")
            }
            throw error
        }
        try store.remove()
    }
}
