import ArgumentParser
import ItemsDomain
import Nacre
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items history`.
    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what has happened to an item.",
            discussion: """
                The events of its stream, those of types that are not the item's own too.

                Example:
                  nacre items history 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11
                """)

        @OptionGroup var item: ItemArgument
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<NacreProgram>

        func run() async throws {
            try await store.withApplication(.reading) { application in
                guard try await application.store.version(of: item.stream) > 0 else {
                    throw ItemError(code: .notFound, id: item.id)
                }
                try await application.store.list(
                    EventSelection(stream: item.stream), format.format, tool: NacreProgram.name)
            }
        }
    }
}
