import ArgumentParser
import DomainKit
import ItemsDomain
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one item, even a deleted one.",
            discussion: """
                Example:
                  nacre items show 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11 --format json
                """)

        @OptionGroup var item: ItemArgument
        @OptionGroup var asOf: AsOfOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<NacreProgram>
        @OptionGroup var progress: ProgressOptions

        func run() async throws {
            try await store.withReads(of: "items", asOf, progress) { reads in
                try Console.standard.output.show(try await reads.items.fetch(item.id), format.format)
            }
        }
    }
}
