import ArgumentParser
import Foundation

struct ItemServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "item-server", abstract: "Serve items from SQLite until interrupted.", shouldDisplay: false)

    @Option var engine: EngineName
    @Option var folder: String

    func run() async throws {
        guard let settings = ServedEngine(engine).sqlite else {
            throw HarnessError("the engine \(engine.rawValue) is not SQLite")
        }
        let database = try ItemDatabase(in: URL(fileURLWithPath: folder, isDirectory: true), cache: settings.cache)
        let close = { try database.close() }
        try await closing(close) {
            try await ItemServer(database, isGrouping: settings.isGrouping).run { port in
                do {
                    // The form in which nacre serve prints its address.
                    try FileHandle.standardOutput.write(contentsOf: Data("http://127.0.0.1:\(port)\n".utf8))
                } catch {
                    standardError("nacre-bench: the address cannot be printed: \(error)")
                }
            }
        }
    }
}
