import ArgumentParser
import ItemsDomain
import Nacre
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items history`.
    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the events of an item.",
            discussion: """
                Prints all events of its stream, including those of foreign types.

                Example:
                  nacre items history 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11
                """)

        @OptionGroup var item: ItemArgument
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<NacreProgram>

        func run() async throws {
            try await store.listHistory(of: item.stream, format, orThrow: ItemError(code: .notFound, id: item.id))
        }
    }
}
