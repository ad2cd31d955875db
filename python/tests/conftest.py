import os
import signal
import sys

sys.path.insert(0, os.path.dirname(__file__))

# A shell that starts a job in the background has it ignore interrupts, and so would the tests.
signal.signal(signal.SIGINT, signal.default_int_handler)
