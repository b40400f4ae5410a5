import ArgumentParser

struct CrashVisitorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash-visitor", abstract: "Open and close a store until killed.", shouldDisplay: false)

    func run() async throws {
        guard let task = try await ParentProcess.task(CrashVisit.self) else { return }
        do {
            try await task.run()
        } catch {
            ParentProcess.giveUp(error)
        }
    }
}
