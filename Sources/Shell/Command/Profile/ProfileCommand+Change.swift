import ArgumentParser
import DomainKit
import Nacre
import NacreTool
import ProfileDomain
import Shell

extension ProfileCommand {
    /// The command `nacre profile change`.
    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change",
            abstract: "Change a screen name or correct a birthday.",
            discussion: """
                Setting a value that is already set changes nothing. Prints the profile.

                Examples:
                  nacre profile change --user u-1 --screen-name ada.l
                  nacre profile change --user u-1 --birthday 1990-12-11
                """)

        @Option(help: ArgumentHelp("The user's id.", valueName: "id"))
        var user: String

        @Option(help: ArgumentHelp("The new screen name.", valueName: "name"))
        var screenName: String?

        @Option(help: ArgumentHelp("The correct birthday.", valueName: "yyyy-mm-dd"))
        var birthday: String?

        @OptionGroup var context: EventContextOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var place: PlaceOptions

        func validate() throws {
            guard screenName != nil || birthday != nil else {
                throw ArgumentParser.ValidationError("nothing to change: give --screen-name, --birthday or both")
            }
        }

        func run() async throws {
            try validateValues()
            let profile = try await place.withUseCases(as: context) { useCases in
                var profile: ProfileDetails?
                var unshown: (any Error)?
                do {
                    if let screenName {
                        profile = try await useCases.recording {
                            try await useCases.profiles.changeScreenName(user: user, screenName: screenName)
                        }
                    }
                } catch let error where error is RecordedNotShown || (error as? ProfileError)?.code == .notShown {
                    // The change is recorded, here or by the server: continue with the next one.
                    unshown = error
                }
                do {
                    if let birthday {
                        profile = try await useCases.recording {
                            try await useCases.profiles.correctBirthday(user: user, birthday: birthday)
                        }
                    }
                } catch {
                    if screenName != nil {
                        Console.standard.diagnostics.notice("the new screen name is recorded")
                    }
                    throw error
                }
                if let unshown { throw unshown }
                return profile
            }
            if let profile { try Console.standard.output.show(profile, format.format) }
        }

        /// Validates both values before either use case runs.
        private func validateValues() throws(DomainKit.ValidationError) {
            let today = SystemTimeSource().now().day
            _ = try validated(
                { () throws(DomainKit.ValidationError) in try UserID(user) },
                { () throws(DomainKit.ValidationError) in try screenName.map(ScreenName.init) },
                { () throws(DomainKit.ValidationError) in
                    try birthday.map { text throws(DomainKit.ValidationError) in try Birthday(text, today: today) }
                })
        }
    }
}
