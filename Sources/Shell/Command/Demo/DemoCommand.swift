import ArgumentParser
import NacreTool

/// The command `nacre demo`.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show the main job, end to end, in a temporary store.",
        discussion: """
            Use cases run, the log keeps their events, the read models are rebuilt from it, and everything is shown \
            and verified. The store is removed afterwards.

            Example:
              nacre demo
            """)

    func run() async throws {
        let store = try TemporaryStore()
        do {
            try await Demo(path: store.path, output: Console.standard.output).run()
        } catch {
            // The error of the demo comes first; a leftover folder is only a notice.
            do { try store.remove() } catch { Console.standard.diagnostics.notice("\(store.path) is left: \(error)") }
            throw error
        }
        try store.remove()
    }
}
