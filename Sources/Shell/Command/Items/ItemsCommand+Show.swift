import ArgumentParser
import DomainKit
import ItemsDomain
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show one item, even a deleted one.",
            discussion: """
                Example:
                  nacre items show 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11 --format json
                """)

        @OptionGroup var item: ItemArgument
        @OptionGroup var asOf: AsOfOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var place: PlaceOptions
        @OptionGroup var progress: ProgressOptions

        func run() async throws {
            try await place.withReads(of: "items", asOf, progress) { reads in
                let id = try await item.reference.id(in: reads.items)
                do {
                    try Console.standard.output.show(try await reads.items.fetch(id), format.format)
                } catch let error as ItemError where error.code == .notFound {
                    let question = try await ItemReference.question(about: id, in: reads.items)
                    throw CommandError(.noSuchItem, "\(error)\(question)", cause: error)
                }
            }
        }
    }
}
