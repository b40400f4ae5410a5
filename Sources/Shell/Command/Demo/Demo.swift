import DomainKit
import ItemsDomain
import Nacre
import NacreLMDB
import NacreRuntime
import NacreTool
import ProfileDomain
import Shell

/// An end-to-end demonstration: runs use cases, and prints the log, the read models and their rebuild.
struct Demo {
    /// The folder of the store.
    let path: String

    /// The output of the steps.
    let output: StandardOutput

    /// Runs all steps.
    ///
    /// - Throws: Errors of steps that are not meant to fail.
    func run() async throws {
        try output.line("\(output.terminal.bold("Open a store")): it is the folder \(path)")
        let logger = Console.standard.diagnostics.logger
        let application = try await Application.open(
            .lmdb(at: path, options: .init(logger: logger)), options: .init(runtime: .init(logger: logger)))
        do {
            try await show(application)
            await application.close()
        } catch {
            await application.close()
            throw error
        }
        try output.line("")
        try output.line("The store was temporary and is removed. Create a permanent one: nacre items add \"Buy milk\"")
    }

    private func show(_ application: Application) async throws {
        let deleted = try await runItems(application.items)
        try await runProfile(application.profiles)
        try await runRefused(application.items, deleted: deleted)
        let before = try await showReadModels(application)
        try await showLog(application.store)
        try await rebuild(application, expecting: before)
        try step("Verify the store", "every checksum, every position and version, index and read models")
        try await StoreVerification(
            runtime: application.runtime, tool: NacreProgram.name, progress: .silent, output: output
        ).run()
    }

    private func runItems(_ items: ItemUseCases) async throws -> ItemID {
        try step("Run use cases on items", "each decides events, and returns when the read model shows them")
        let milk = try await items.create(name: "Buy milk")
        try did("create", milk)
        let shell = try await items.create(name: "Polish the shell")
        try did("create", shell)
        let draft = try await items.create(name: "Draft")
        try did("create", draft)
        try did("rename", try await items.rename(milk.id, to: "Buy oat milk"))
        try did("complete", try await items.complete(milk.id))
        try did("complete", try await items.complete(shell.id))
        try did("reopen", try await items.reopen(shell.id))
        try did("delete", try await items.delete(draft.id))
        return draft.id
    }

    private func did(_ verb: String, _ item: ItemDetails) throws {
        let pad = { (text: String, width: Int) in text + String(repeating: " ", count: max(0, width - text.count)) }
        let state = item.isDeleted ? "deleted" : item.isCompleted ? "completed" : "open"
        try output.line("  \(pad(verb, 9)) \(pad("\"\(item.name)\"", 19)) \(state), version \(item.version)")
    }

    private func runProfile(_ profiles: ProfileUseCases) async throws {
        try step("Set up a profile, then change its screen name", "a second feature, in the same store")
        let made = try await profiles.completeIdentity(user: "u-1", screenName: "ada", birthday: "1990-12-10")
        try output.line("  setup     \(made.screenName), born \(made.birthday), version \(made.version)")
        let changed = try await profiles.changeScreenName(user: "u-1", screenName: "ada.l")
        try output.line("  change    \(changed.screenName), born \(changed.birthday), version \(changed.version)")
    }

    private func runRefused(_ items: ItemUseCases, deleted: ItemID) async throws {
        try step("Try what the rules forbid", "each attempt throws a typed error and writes nothing")
        do {
            _ = try await items.rename(deleted, to: "Draft 2")
            throw CommandError(.faultsFound, "renaming a deleted item was not refused: report this as a defect")
        } catch let error as ItemError {
            try output.line("  ItemError.\(error.code): \(error)")
        }
        do {
            _ = try await items.create(name: "  ")
            throw CommandError(.faultsFound, "an empty name was not refused: report this as a defect")
        } catch let error as DomainKit.ValidationError {
            try output.line("  ValidationError: \(error)")
        }
    }
}
