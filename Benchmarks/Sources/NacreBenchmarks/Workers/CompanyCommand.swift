import ArgumentParser

struct CompanyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: StoreCompany.command, abstract: "Be beside another process with its store until killed.",
        shouldDisplay: false)

    func run() async throws {
        guard let company = try await ParentProcess.task(StoreCompany.self) else { return }
        do {
            try await company.run { try ParentProcess.answer(WorkerReply()) }
        } catch {
            ParentProcess.giveUp(error)
        }
    }
}
