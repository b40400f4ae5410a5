import DomainKit
import NacreTesting
import Testing

@testable import NacreCLI

@Suite struct AnswerAgesTests {
    private let time = ManualTimeSource()

    @Test func `nothing is said about answers of the server`() {
        #expect(AnswerAges().message(at: time.now()) == nil)
    }

    @Test(arguments: [
        (Duration.seconds(1), "1 second"), (.seconds(119), "119 seconds"), (.seconds(120), "2 minutes"),
        (.seconds(7_199), "119 minutes"), (.seconds(7_200), "2 hours"), (.seconds(172_799), "47 hours"),
        (.seconds(172_800), "2 days"),
    ])
    func `the age of the oldest answer is said in one unit`(age: Duration, text: String) throws {
        let (ages, oldest) = (AnswerAges(), time.now())
        ages.note(time.advance(by: .milliseconds(500)))
        ages.note(oldest)
        let message = try #require(ages.message(at: time.advance(by: age - .milliseconds(500))))
        #expect(message == "the server does not answer: shown is its answer of \(oldest), \(text) ago")
    }
}
