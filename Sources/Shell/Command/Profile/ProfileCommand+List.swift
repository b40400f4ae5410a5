import ArgumentParser
import DomainKit
import NacreTool
import ProfileDomain
import Shell

extension ProfileCommand {
    /// The command `nacre profile list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the profiles in order of creation.",
            discussion: """
                Examples:
                  nacre profile list
                  nacre profile list --as-of 1000
                  nacre profile list --format ndjson | jq -r .screenName
                """)

        @OptionGroup var asOf: AsOfOptions
        @OptionGroup var format: ListingOptions<ProfileDetails>
        @OptionGroup var place: PlaceOptions
        @OptionGroup var progress: ProgressOptions

        func run() async throws {
            try await place.withReads(of: "profiles", asOf, progress) { reads in
                try await Console.standard.output.listPages(format) { cursor in
                    try await reads.profiles.fetchAll(after: cursor, limit: PageLimit.allowed.upperBound)
                }
            }
        }
    }
}
