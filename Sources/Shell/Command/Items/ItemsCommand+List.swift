import ArgumentParser
import DomainKit
import ItemsDomain
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the items in order of creation.",
            discussion: """
                Lists the items of all users and those without an owner; with --owner, those of one user.

                Examples:
                  nacre items list
                  nacre items list --all
                  nacre items list --owner 7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48
                  nacre items list --as-of 1000
                  nacre items list --as-of 2026-05-01T12:00:00Z
                  nacre items list --as-of 2026-05-01T12:00:00Z --by time
                  nacre items list --format ndjson | jq -r .name
                """)

        @Flag(name: .customLong("all"), help: "Include deleted items.")
        var includesDeleted = false

        @OptionGroup var owner: OwnerOption
        @OptionGroup var asOf: AsOfOptions
        @OptionGroup var format: ListingOptions<ItemDetails>
        @OptionGroup var place: PlaceOptions
        @OptionGroup var progress: ProgressOptions

        func run() async throws {
            try await place.withReads(of: "items", asOf, progress) { reads in
                try await Console.standard.output.listPages(format) { cursor in
                    try await reads.items(for: owner.access).fetchAll(
                        after: cursor, limit: PageLimit.allowed.upperBound, includingDeleted: includesDeleted)
                }
            }
        }
    }
}
